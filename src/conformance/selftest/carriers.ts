/** The carriers of the simulator, in front of which the proof stands. The specification names none. */
export const carrierNames = ['DHL', 'FedEx', 'UPS', 'USPS'] as const
