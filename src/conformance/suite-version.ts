/** A rule added or made stricter raises the second number; one that judges otherwise, the first. */
export const suiteVersion = '1.1.0'
