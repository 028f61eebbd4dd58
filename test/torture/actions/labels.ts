import { z } from 'zod'
import { ratesBody } from '../../support/labels/parcels.ts'
import type { Answer } from '../../support/test-client.ts'
import { codeOf } from '../answer-code.ts'
import type { Environment, Facts, LabelFact } from '../facts.ts'
import { type Action, attempt, copyWith, isSuccess, type Lane, type Unsure } from '../lane.ts'
import { label } from '../seen.ts'

const rates = z.object({ rates: z.array(z.object({ id: z.string() })).min(1) })

const refusals = [
  'LABEL.CREATION.FAILED',
  // On a clock that runs fast, fifteen minutes are soon over.
  'RATE.EXPIRED',
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
]

/** Quotes, then buys one label or several at the same time. */
export const buyLabels: Action = async (lane) => {
  const environment = lane.draw.pick<Environment>(['test', 'live'])
  const key = lane.facts.keys[environment]
  const quoted = await attempt(lane, { method: 'POST', path: '/v1/rates', key, body: ratesBody() })
  if (quoted === undefined) return nothing
  const [cheapest] = rates.parse(quoted.body).rates
  const buy = { method: 'POST', path: '/v1/labels', key, body: { rate_id: cheapest?.id } } as const
  const count = lane.draw.chance(0.25) ? lane.draw.between(2, 6) : 1
  const answers = await Promise.all(Array.from({ length: count }, () => attempt(lane, buy, refusals)))
  const came = answers.filter((answer) => answer !== undefined)
  for (const answer of came) noteLabel(lane, environment, answer)
  const lost = count - came.length
  return lost === 0 ? undefined : (known, seen) => possibleLabels(known, seen, { environment, most: lost })
}

/** A change of nothing that is looked at afterwards. */
export const nothing: Unsure = () => []

function noteLabel({ facts }: Lane, environment: Environment, answer: Answer): void {
  if (codeOf(answer) === 'LABEL.CREATION.FAILED') facts.bites.label_creation += 1
  if (!isSuccess(answer)) return
  const bought = label.omit({ void_status: true }).parse(answer.body)
  facts.labels.push(factOf(facts, environment, bought, null))
  facts.clockMs = Math.max(facts.clockMs, bought.created_at)
}

function factOf(
  facts: Facts,
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

/** The world in which purchases whose answers were lost have been made: as many labels more as were asked for. */
function possibleLabels(
  known: Facts,
  seen: Parameters<Unsure>[1],
  { environment, most }: { readonly environment: Environment; readonly most: number },
): Facts[] {
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
    copyWith(known, (copy) => {
      for (const { label_id } of strangers) {
        const bought = seen.labels.get(label_id)
        if (bought !== undefined) copy.labels.push(factOf(copy, environment, bought, null))
      }
    }),
  ]
}

/** Asks for a void of a label that has none yet. */
export const voidLabel: Action = async (lane) => {
  const standing = lane.facts.labels.filter(({ voided }) => !voided)
  if (standing.length === 0) return undefined
  const label = lane.draw.pick(standing)
  const { id, environment } = label
  // In any case, the label is to be read in full again.
  label.checked = false
  const asked = { method: 'DELETE', path: `/v1/labels/${id}`, key: lane.facts.keys[environment] } as const
  const answer = await attempt(lane, asked, ['LABEL.VOID.INELIGIBLE'])
  const mark = (facts: Facts): void => {
    for (const each of facts.labels) if (each.id === id) each.voided = true
  }
  if (answer === undefined) return (known) => [copyWith(known, mark)]
  if (isSuccess(answer)) mark(lane.facts)
  return undefined
}
