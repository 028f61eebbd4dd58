/**
 * The seed of this test run, which `DRYDOCK_TEST_SEED` sets. By default it is the number of the day, so all test runs of
 * one day draw the same values.
 */
export const testSeed: number = readSeed(process.env['DRYDOCK_TEST_SEED'])

function readSeed(given: string | undefined): number {
  if (given === undefined || given === '') return Math.floor(Date.now() / 86_400_000)
  if (!/^\d{1,9}$/.test(given)) throw new Error(`DRYDOCK_TEST_SEED must be a whole number, not "${given}".`)
  return Number(given)
}
