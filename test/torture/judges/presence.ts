import type { Facts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import type { Problem } from './problem.ts'

/** Everything acknowledged is there as it was acknowledged, and nothing that nobody asked for. */
export function judgePresence(facts: Facts, seen: Seen): Problem[] {
  return [
    ...facts.labels.flatMap((fact) => judgeLabel(fact, seen)),
    ...judgeUnknownResources(facts, seen),
    ...facts.trackers.flatMap((fact) => judgeTracker(fact, seen)),
    ...facts.batches.flatMap((fact) => judgeBatch(fact, seen)),
    ...judgeSettings(facts, seen),
  ]
}

const ranks = { created: 0, processing: 1, completed: 2 }

function judgeLabel(fact: Facts['labels'][number], seen: Seen): Problem[] {
  const shipment = seen.shipments.find(({ label_id }) => label_id === fact.id)
  if (shipment?.environment !== fact.environment || shipment.tracking_number === null)
    return [lostResource(`label ${fact.id} (${fact.environment})`)]
  const label = seen.labels.get(fact.id)
  if (label === undefined)
    return fact.checked ? [] : [lostResource(`label ${fact.id}, though not its shipment`)]
  const problems: Problem[] = []
  if (label.rate_cents !== fact.rateCents)
    problems.push(changedResource(`label ${fact.id} cost ${fact.rateCents} and now says ${label.rate_cents}`))
  if (fact.trackingNumber !== '' && label.tracking_number !== fact.trackingNumber)
    problems.push(changedResource(`label ${fact.id} has another tracking number`))
  const isVoided = label.void_status === 'requested'
  if (fact.voided && !isVoided) problems.push(lostResource(`void of ${fact.id}`))
  if (!fact.voided && isVoided)
    problems.push(changedResource(`label ${fact.id} is voided, which nobody asked for`))
  return problems
}

/** Labels that no answer and no unsure purchase explains. */
function judgeUnknownResources(facts: Facts, seen: Seen): Problem[] {
  const known = new Set(facts.labels.map(({ id }) => id))
  const ofBatches = new Set(
    [...seen.batches.values()].flatMap(({ items }) => items.map(({ label_id }) => label_id)),
  )
  return seen.shipments
    .filter(({ label_id }) => !known.has(label_id) && !ofBatches.has(label_id))
    .map(({ label_id }) => changedResource(`label ${label_id} is there, which nobody bought`))
}

function judgeTracker(fact: Facts['trackers'][number], seen: Seen): Problem[] {
  const tracker = seen.trackers.get(fact.id)
  if (tracker === undefined)
    return [lostResource(`tracker ${fact.id} of ${JSON.stringify(fact.trackingNumber)}`)]
  const problems: Problem[] = []
  if (tracker.tracking_number !== fact.trackingNumber)
    problems.push(changedResource(`tracker ${fact.id} is of another number`))
  if (tracker.events.length < fact.events)
    problems.push(
      lostResource(`tracker ${fact.id} showed ${fact.events} events and has ${tracker.events.length}`),
    )
  return problems
}

function judgeBatch(fact: Facts['batches'][number], seen: Seen): Problem[] {
  const batch = seen.batches.get(fact.id)
  if (batch === undefined) return [lostResource(`batch ${fact.id}`)]
  const problems: Problem[] = []
  if (batch.items.length !== fact.items || batch.total_cost_cents !== fact.costCents)
    problems.push(changedResource(`batch ${fact.id} has other items or another cost`))
  if (ranks[batch.status] < ranks[fact.status])
    problems.push(lostResource(`batch ${fact.id} was ${fact.status} and is ${batch.status}`))
  if (fact.status === 'created' && batch.status !== 'created')
    problems.push(changedResource(`batch ${fact.id} is ${batch.status}, which nobody asked for`))
  const shipped = new Set(seen.shipments.map((shipment) => shipment.label_id))
  for (const { status, label_id } of batch.items) {
    if ((status === 'purchased') !== (label_id !== null))
      problems.push(changedResource(`batch ${fact.id} has an item ${status} with the label ${label_id}`))
    if (label_id !== null && !shipped.has(label_id))
      problems.push(lostResource(`label ${label_id} of batch ${fact.id}`))
    if (batch.status === 'completed' && status === 'pending')
      problems.push(changedResource(`batch ${fact.id} is completed and has a pending item`))
  }
  return problems
}

function judgeSettings(facts: Facts, seen: Seen): Problem[] {
  const problems: Problem[] = []
  if (seen.wallet.payment_method !== facts.card)
    problems.push(lostResource(`the card is ${seen.wallet.payment_method} and was set to ${facts.card}`))
  if (seen.webhook.url !== facts.webhookUrl)
    problems.push(lostResource(`the webhook is ${seen.webhook.url} and was set to ${facts.webhookUrl}`))
  for (const { id, revoked } of facts.keysMade) {
    const key = seen.keys.find((each) => each.id === id)
    if (key === undefined) problems.push(lostResource(`key ${id}`))
    else if (revoked && key.revoked_at === null) problems.push(lostResource(`revocation of ${id}`))
  }
  return problems
}

function lostResource(what: string): Problem {
  return { kind: 'lost', about: 'presence', what }
}

function changedResource(what: string): Problem {
  return { kind: 'broken', about: 'presence', what }
}
