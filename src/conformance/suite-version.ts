/** The version of the suite. A new or stricter rule raises the second number; a rule that decides differently raises the first. */
export const suiteVersion = '1.6.0'
