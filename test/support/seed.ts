/**
 * The seed of this run. `DRYDOCK_TEST_SEED` repeats another; left out, it is the number of the day, so that each
 * day draws something else and all who test on it the same.
 */
export const testSeed: number = readSeed(process.env['DRYDOCK_TEST_SEED'])

function readSeed(given: string | undefined): number {
  if (given === undefined || given === '') return Math.floor(Date.now() / 86_400_000)
  if (!/^\d{1,9}$/.test(given)) throw new Error(`DRYDOCK_TEST_SEED must be a whole number, not "${given}".`)
  return Number(given)
}
