/**
 * Always rejects, with advice in the message: replaces the real `startDrydock` for a `require` that cannot load ES
 * modules.
 */
export async function startDrydock(): Promise<never> {
  throw new Error(
    'startDrydock cannot run here, because the simulator is made of ES modules, which this runner does not load by require.' +
      ' Run the tests with: npx drydock exec -- npx jest, and connect with connectDrydock(process.env.DRYDOCK_URL).' +
      ' Or import it: await import("shipping-drydock"), in Jest with NODE_OPTIONS=--experimental-vm-modules.',
  )
}
