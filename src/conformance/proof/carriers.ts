/** The carriers of the simulator, which is the good service of the proof. The specification names none. */
export const carrierNames: readonly string[] = ['DHL', 'FedEx', 'UPS', 'USPS']
