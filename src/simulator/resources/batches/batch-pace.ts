/** A batch makes this many labels per step, with one step per second of the account's clock (choices 43). */
export const itemsPerStep = 50
export const stepMs = 1000
