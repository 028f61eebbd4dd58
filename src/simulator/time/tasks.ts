import type { Context } from '../accounts/context.ts'
import { runBatchStep } from '../resources/batches/batches.ts'
import { expiredRateKnownForMs } from '../resources/labels/quoted-rate.ts'
import { listRateNames, scheduleExpiry } from '../resources/rates.ts'
import { pollOnSchedule, schedulePoll } from '../resources/trackers.ts'
import { runScenarioStep } from '../scenarios/running.ts'
import { rateValidForMs } from '../specification/operations.ts'
import { attemptDelivery, listAttemptInstants, type OutboxPorts } from '../webhooks/outbox.ts'
import type { Task, TaskKind } from './agenda.ts'
import type { FiredTask } from './timeline.ts'

/** Runs a due task; returns its results, or an empty list if the task no longer applies. */
export function runTask(
  context: Context,
  task: Task,
  outside: OutboxPorts,
): readonly FiredTask[] | Promise<readonly FiredTask[]> {
  if (!isStillDue(context, task)) return []
  const fired: readonly FiredTask[] = [{ atMs: context.clock.now(), kind: task.kind, id: task.id }]
  switch (task.kind) {
    case 'webhook':
      return attemptDelivery(context, task, outside).then((atMs) =>
        atMs === null ? [] : [{ atMs, kind: task.kind, id: task.id }],
      )
    case 'rate_expiry':
      return expireQuote(context, task)
    case 'poll': {
      const tracker = context.state.trackers.get(task.id)
      if (tracker !== undefined) pollOnSchedule(context, tracker)
      return fired
    }
    case 'batch': {
      const batch = context.state.batches.get(task.id)
      if (batch !== undefined) runBatchStep(context, batch)
      return fired
    }
    case 'scenario':
      runScenarioStep(context, task.id)
      return fired
    case 'quote_removal':
      context.state.quotes.delete(task.id)
      return []
  }
}

/** Whether a task still applies, according to the record with the same id. */
export function isStillDue(context: Context, task: Task): boolean {
  const { state } = context
  switch (task.kind) {
    case 'webhook': {
      const delivery = state.deliveries.get(task.id)
      return delivery !== undefined && listAttemptInstants(delivery).includes(task.dueMs)
    }
    case 'rate_expiry': {
      const quote = state.quotes.get(task.id)
      return quote !== undefined && !('expired' in quote)
    }
    case 'poll':
      return state.trackers.get(task.id)?.nextPollAtMs === task.dueMs
    case 'batch':
      return state.batches.get(task.id)?.nextStepAtMs === task.dueMs
    case 'scenario':
      return state.scenarioSteps.has(task.id)
    case 'quote_removal':
      return state.quotes.has(task.id)
  }
}

/** Expires all rates of a quote. It keeps only the fields of the quote that a RATE.EXPIRED response needs. */
function expireQuote(context: Context, task: Task): readonly FiredTask[] {
  const quote = context.state.quotes.get(task.id)
  if (quote === undefined || 'expired' in quote) return []
  const { id, environment, createdAtMs } = quote
  const rates = listRateNames(context, quote)
  context.state.quotes.set(id, { id, environment, createdAtMs, expired: true })
  scheduleQuoteRemoval(context, id, createdAtMs)
  const atMs = context.clock.now()
  return rates.map(({ id }) => ({ atMs, kind: task.kind, id }))
}

function scheduleQuoteRemoval(context: Context, quoteId: string, createdAtMs: number): void {
  const dueMs = createdAtMs + rateValidForMs + expiredRateKnownForMs + 1
  context.timeline.schedule({ dueMs, kind: 'quote_removal', id: quoteId })
}

/** Schedules the tasks of each kind from the stored records. The type requires an entry for every kind. */
const schedulersByKind: Readonly<Record<TaskKind, (context: Context) => Generator<void>>> = {
  *rate_expiry(context) {
    for (const quote of context.state.quotes.values()) {
      if ('expired' in quote) scheduleQuoteRemoval(context, quote.id, quote.createdAtMs)
      else scheduleExpiry(context, quote)
      yield
    }
  },
  *quote_removal() {
    // `rate_expiry` above also schedules the removal of expired quotes, so that the quotes are read only once.
  },
  *poll(context) {
    for (const tracker of context.state.trackers.values()) {
      schedulePoll(context, tracker)
      yield
    }
  },
  *batch({ state, timeline }) {
    for (const { id, nextStepAtMs } of state.batches.values()) {
      if (nextStepAtMs !== null) timeline.schedule({ dueMs: nextStepAtMs, kind: 'batch', id })
      yield
    }
  },
  *scenario({ state, timeline }) {
    for (const { id, dueMs } of state.scenarioSteps.values()) {
      timeline.schedule({ dueMs, kind: 'scenario', id })
      yield
    }
  },
  *webhook({ state, timeline, deliveryOrder }) {
    for (const delivery of state.deliveries.values()) {
      deliveryOrder[delivery.environment].add(delivery)
      for (const dueMs of listAttemptInstants(delivery)) {
        timeline.schedule({ dueMs, kind: 'webhook', id: delivery.id })
      }
      yield
    }
  },
}

/**
 * Schedules all pending work of an account's records, in steps, after a start from a data file or a loaded snapshot.
 * The order of kinds in `schedulersByKind` decides between tasks due at the same time.
 */
export function* resumeTasks(context: Context): Generator<void> {
  for (const schedule of Object.values(schedulersByKind)) yield* schedule(context)
}
