/** The base path of the control protocol (control protocol, Base and access). */
export const controlBase = '/_drydock'
