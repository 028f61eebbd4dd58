import { z } from 'zod'
import { ratesBody } from '../../support/labels/parcels.ts'
import type { TestResponse } from '../../support/test-client.ts'
import { label } from '../account-state.ts'
import type { ConfirmedState, Environment, LabelFact } from '../confirmed-state.ts'
import { readErrorCode } from '../error-code.ts'
import { type Action, copyState, isSuccess, type Lane, type PossibleStates, sendChange } from '../lane.ts'

const rates = z.object({ rates: z.array(z.object({ id: z.string() })).min(1) })

const refusals = [
  'LABEL.CREATION.FAILED',
  // On a clock that runs fast, a rate expires within a quarter of a second.
  'RATE.EXPIRED',
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
]

/** Requests rates, then buys one label or several at the same time. */
export const buyLabels: Action = async (lane) => {
  const environment = lane.draw.pick<Environment>(['test', 'live'])
  const key = lane.facts.keys[environment]
  const quoted = await sendChange(lane, { method: 'POST', path: '/v1/rates', key, body: ratesBody() })
  if (quoted === undefined) return listNoOtherState
  const [cheapest] = rates.parse(quoted.body).rates
  const buy = { method: 'POST', path: '/v1/labels', key, body: { rate_id: cheapest?.id } } as const
  const count = lane.draw.chance(0.25) ? lane.draw.between(2, 6) : 1
  const answers = await Promise.all(Array.from({ length: count }, () => sendChange(lane, buy, refusals)))
  const came = answers.filter((answer) => answer !== undefined)
  for (const answer of came) notePurchase(lane, environment, answer)
  const lost = count - came.length
  return lost === 0
    ? undefined
    : (known, seen) => listStatesWithUnknownLabels(known, seen, { environment, most: lost })
}

/** Returns no further state, for an action that changes nothing that the checks compare. */
export const listNoOtherState: PossibleStates = () => []

function notePurchase({ facts }: Lane, environment: Environment, answer: TestResponse): void {
  if (readErrorCode(answer) === 'LABEL.CREATION.FAILED') facts.triggers.label_creation += 1
  if (!isSuccess(answer)) return
  const bought = label.omit({ void_status: true }).parse(answer.body)
  facts.labels.push(createLabelFact(facts, environment, bought, null))
  facts.clockMs = Math.max(facts.clockMs, bought.created_at)
}

function createLabelFact(
  facts: ConfirmedState,
  environment: Environment,
  bought: Pick<z.infer<typeof label>, 'id' | 'rate_cents' | 'tracking_number'>,
  batch: string | null,
): LabelFact {
  return {
    id: bought.id,
    environment,
    rateCents: bought.rate_cents,
    trackingNumber: bought.tracking_number,
    hasEvent: facts.webhookUrl !== null,
    voided: false,
    checked: false,
    batch,
  }
}

/** Returns the possible state after purchases that had no response: at most `most` labels are unknown. */
function listStatesWithUnknownLabels(
  known: ConfirmedState,
  seen: Parameters<PossibleStates>[1],
  { environment, most }: { readonly environment: Environment; readonly most: number },
): ConfirmedState[] {
  if (seen === null) return []
  const ids = new Set(known.labels.map(({ id }) => id))
  const ofBatches = new Set(
    [...seen.batches.values()].flatMap(({ items }) => items.map((item) => item.label_id)),
  )
  const strangers = seen.shipments.filter(
    (shipment) =>
      shipment.environment === environment &&
      !ids.has(shipment.label_id) &&
      !ofBatches.has(shipment.label_id),
  )
  if (strangers.length === 0 || strangers.length > most) return []
  return [
    copyState(known, (copy) => {
      for (const { label_id } of strangers) {
        const bought = seen.labels.get(label_id)
        if (bought !== undefined) copy.labels.push(createLabelFact(copy, environment, bought, null))
      }
    }),
  ]
}

/** Requests a void of a label that has none yet. */
export const voidLabel: Action = async (lane) => {
  const standing = lane.facts.labels.filter(({ voided }) => !voided)
  if (standing.length === 0) return undefined
  const label = lane.draw.pick(standing)
  const { id, environment } = label
  // The void may change the label, so the next check must read it again.
  label.checked = false
  const asked = { method: 'DELETE', path: `/v1/labels/${id}`, key: lane.facts.keys[environment] } as const
  const answer = await sendChange(lane, asked, ['LABEL.VOID.INELIGIBLE'])
  const markLabelVoided = (facts: ConfirmedState): void => {
    for (const each of facts.labels) if (each.id === id) each.voided = true
  }
  if (answer === undefined) return (known) => [copyState(known, markLabelVoided)]
  if (isSuccess(answer)) markLabelVoided(lane.facts)
  return undefined
}
