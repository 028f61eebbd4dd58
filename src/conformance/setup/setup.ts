import { expectAccepted } from '../http/expect.ts'
import { buildBatchItems, createBatch } from './batches.ts'
import type { Setup } from './prerequisites.ts'
import { buyLabel, buyRate, registerTracker } from './purchases.ts'
import { buildRatesBody, quoteRates, takeRate } from './quotes.ts'
import { openSharedResources } from './shared-resources.ts'
import { runSetupStep, type SetupHost } from './step.ts'

/** Creates the functions with which a rule creates quotes, labels, trackers and batches before it checks anything. */
export function openSetup(host: SetupHost): Setup {
  const setup: Omit<Setup, 'shared'> = {
    of: runSetupStep,
    works: (what, asked) =>
      runSetupStep(what, async () => {
        const answer = await asked
        expectAccepted(answer)
        return answer
      }),
    ratesBody: (shipment) => buildRatesBody(host, shipment),
    rates: (options) => quoteRates(host, options),
    rate: (options) => takeRate(host, options),
    label: (options) => buyLabel(host, options),
    labelOf: (rate, options) => buyRate(host, rate, options),
    tracker: (options) => registerTracker(host, options),
    batchItems: (count, options) => buildBatchItems(host, count, options),
    batch: (count, options) => createBatch(host, count, options),
  }
  return { ...setup, shared: openSharedResources({ t: host.t, ...setup }, host.pool) }
}
