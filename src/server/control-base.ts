/** Where the control protocol lives (control protocol, Base and access). */
export const controlBase = '/_drydock'
