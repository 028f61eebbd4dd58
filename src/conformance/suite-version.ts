/** The version of the suite. A rule that is added or made stricter raises the second number, one that judges differently the first. */
export const suiteVersion = '1.6.0'
