import type { AccountState } from '../account-state.ts'
import type { ConfirmedState } from '../confirmed-state.ts'
import type { Problem } from './problem.ts'

/** Checks that each resource that a response has confirmed exists unchanged, and that no other resource exists. */
export function checkResources(facts: ConfirmedState, seen: AccountState): Problem[] {
  return [
    ...facts.labels.flatMap((fact) => checkLabel(fact, seen)),
    ...findUnknownLabels(facts, seen),
    ...facts.trackers.flatMap((fact) => checkTracker(fact, seen)),
    ...facts.batches.flatMap((fact) => checkBatch(fact, seen)),
    ...checkSettings(facts, seen),
  ]
}

const ranks = { created: 0, processing: 1, completed: 2 }

function checkLabel(fact: ConfirmedState['labels'][number], seen: AccountState): Problem[] {
  const shipment = seen.shipments.find(({ label_id }) => label_id === fact.id)
  if (shipment?.environment !== fact.environment || shipment.tracking_number === null)
    return [createLostProblem(`label ${fact.id} (${fact.environment})`)]
  const label = seen.labels.get(fact.id)
  if (label === undefined)
    return fact.checked ? [] : [createLostProblem(`label ${fact.id}, though not its shipment`)]
  const problems: Problem[] = []
  if (label.rate_cents !== fact.rateCents)
    problems.push(
      createBrokenProblem(`label ${fact.id} cost ${fact.rateCents} and now says ${label.rate_cents}`),
    )
  if (fact.trackingNumber !== '' && label.tracking_number !== fact.trackingNumber)
    problems.push(createBrokenProblem(`label ${fact.id} has another tracking number`))
  const isVoided = label.void_status === 'requested'
  if (fact.voided && !isVoided) problems.push(createLostProblem(`void of ${fact.id}`))
  if (!fact.voided && isVoided)
    problems.push(createBrokenProblem(`label ${fact.id} is voided without a request`))
  return problems
}

/** Finds labels that no purchase explains. */
function findUnknownLabels(facts: ConfirmedState, seen: AccountState): Problem[] {
  const known = new Set(facts.labels.map(({ id }) => id))
  const ofBatches = new Set(
    [...seen.batches.values()].flatMap(({ items }) => items.map(({ label_id }) => label_id)),
  )
  return seen.shipments
    .filter(({ label_id }) => !known.has(label_id) && !ofBatches.has(label_id))
    .map(({ label_id }) => createBrokenProblem(`label ${label_id} exists, but was never bought`))
}

function checkTracker(fact: ConfirmedState['trackers'][number], seen: AccountState): Problem[] {
  const tracker = seen.trackers.get(fact.id)
  if (tracker === undefined)
    return [createLostProblem(`tracker ${fact.id} of ${JSON.stringify(fact.trackingNumber)}`)]
  const problems: Problem[] = []
  if (tracker.tracking_number !== fact.trackingNumber)
    problems.push(createBrokenProblem(`tracker ${fact.id} is of another number`))
  if (tracker.events.length < fact.events)
    problems.push(
      createLostProblem(`tracker ${fact.id} showed ${fact.events} events and has ${tracker.events.length}`),
    )
  return problems
}

function checkBatch(fact: ConfirmedState['batches'][number], seen: AccountState): Problem[] {
  const batch = seen.batches.get(fact.id)
  if (batch === undefined) return [createLostProblem(`batch ${fact.id}`)]
  const problems: Problem[] = []
  if (batch.items.length !== fact.items || batch.total_cost_cents !== fact.costCents)
    problems.push(createBrokenProblem(`batch ${fact.id} has other items or another cost`))
  if (ranks[batch.status] < ranks[fact.status])
    problems.push(createLostProblem(`batch ${fact.id} was ${fact.status} and is ${batch.status}`))
  if (fact.status === 'created' && batch.status !== 'created')
    problems.push(createBrokenProblem(`batch ${fact.id} is ${batch.status} without a request`))
  const shipped = new Set(seen.shipments.map((shipment) => shipment.label_id))
  for (const { status, label_id } of batch.items) {
    if ((status === 'purchased') !== (label_id !== null))
      problems.push(createBrokenProblem(`batch ${fact.id} has an item ${status} with the label ${label_id}`))
    if (label_id !== null && !shipped.has(label_id))
      problems.push(createLostProblem(`label ${label_id} of batch ${fact.id}`))
    if (batch.status === 'completed' && status === 'pending')
      problems.push(createBrokenProblem(`batch ${fact.id} is completed and has a pending item`))
  }
  return problems
}

function checkSettings(facts: ConfirmedState, seen: AccountState): Problem[] {
  const problems: Problem[] = []
  if (seen.wallet.payment_method !== facts.card)
    problems.push(createLostProblem(`the card is ${seen.wallet.payment_method} and was set to ${facts.card}`))
  if (seen.webhook.url !== facts.webhookUrl)
    problems.push(createLostProblem(`the webhook is ${seen.webhook.url} and was set to ${facts.webhookUrl}`))
  for (const { id, revoked } of facts.keysMade) {
    const key = seen.keys.find((each) => each.id === id)
    if (key === undefined) problems.push(createLostProblem(`key ${id}`))
    else if (revoked && key.revoked_at === null) problems.push(createLostProblem(`revocation of ${id}`))
  }
  return problems
}

function createLostProblem(what: string): Problem {
  return { kind: 'lost', about: 'presence', what }
}

function createBrokenProblem(what: string): Problem {
  return { kind: 'broken', about: 'presence', what }
}
