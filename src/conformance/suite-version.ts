/** The version of the suite. A new or stricter rule raises the second number, a rule that judges differently the first. */
export const suiteVersion = '1.6.0'
