/** A batch makes this many labels at every step, a step a second on the account's clock (choices 43). */
export const itemsPerStep = 50
export const stepMs = 1000
