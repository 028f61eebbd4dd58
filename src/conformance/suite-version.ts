/** The version of the conformance suite. A new or stricter rule raises the second number, a rule that decides differently the first. */
export const suiteVersion = '1.6.0'
