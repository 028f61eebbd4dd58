import TinyQueue from 'tinyqueue'

/**
 * A task that is due at a time of the account's clock. At that time the record with the same `id` decides whether the
 * task still applies.
 */
export interface Task {
  readonly dueMs: number
  readonly kind: TaskKind
  readonly id: string
  /** The order of tasks with the same due time: tasks scheduled earlier run earlier, and a retry keeps its place. */
  readonly order: number
  /** How many times the task has failed. */
  readonly failures: number
}

/** A task to schedule. Without an `order` it gets the next one. */
export type TaskInput = Pick<Task, 'dueMs' | 'kind' | 'id'> & Partial<Pick<Task, 'order' | 'failures'>>

export const taskKinds = ['webhook', 'rate_expiry', 'poll', 'batch', 'scenario', 'quote_removal'] as const
export type TaskKind = (typeof taskKinds)[number]

/** The maximum number of rows in each list of a preview of the agenda. */
export const previewLimit = 1_000

/** Tasks by due time, in a heap, so that scheduling stays fast with many tasks. */
export class Agenda {
  #queue = new TinyQueue<Task>([], compareByDueTime)
  #nextOrder = 0

  get size(): number {
    return this.#queue.length
  }

  add({ dueMs, kind, id, order = this.#nextOrder++, failures = 0 }: TaskInput): void {
    this.#queue.push({ dueMs, kind, id, order, failures })
  }

  peek(): Task | undefined {
    return this.#queue.peek()
  }

  pop(): Task | undefined {
    return this.#queue.pop()
  }

  /** Returns all tasks, in no particular order. */
  listTasks(): readonly Task[] {
    return this.#queue.data
  }

  clear(): void {
    this.#queue = new TinyQueue<Task>([], compareByDueTime)
  }
}

function compareByDueTime(a: Task, b: Task): number {
  return a.dueMs - b.dueMs || a.order - b.order
}
