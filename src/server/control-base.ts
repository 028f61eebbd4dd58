/** The base path of the control protocol (control protocol, How do I call it?). */
export const controlBase = '/_drydock'
