/** The carriers of the simulator, in front of which the proof stands. The specification names none. */
export const carrierNames: readonly string[] = ['DHL', 'FedEx', 'UPS', 'USPS']
