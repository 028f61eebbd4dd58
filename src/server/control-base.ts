/** Where the control protocol lives (contract, section 3). */
export const controlBase = '/_drydock'
