/**
 * The seed of this test run. `DRYDOCK_TEST_SEED` sets it; by default it is the number of the day, so that everyone
 * draws the same values on one day and other values on the next.
 */
export const testSeed: number = readSeed(process.env['DRYDOCK_TEST_SEED'])

function readSeed(given: string | undefined): number {
  if (given === undefined || given === '') return Math.floor(Date.now() / 86_400_000)
  if (!/^\d{1,9}$/.test(given)) throw new Error(`DRYDOCK_TEST_SEED must be a whole number, not "${given}".`)
  return Number(given)
}
