import TinyQueue from 'tinyqueue'

/** What an account has due. The record behind a task says whether it still stands when its time comes. */
export interface Task {
  readonly dueMs: number
  readonly kind: TaskKind
  readonly id: string
  /** Breaks ties: what was first scheduled earlier runs earlier, and a retry keeps its place. */
  readonly order: number
  /** How often it has been tried in vain. */
  readonly failures: number
}

/** A task as it is scheduled: its place is given to it where it has none yet. */
export type TaskInput = Pick<Task, 'dueMs' | 'kind' | 'id'> & Partial<Pick<Task, 'order' | 'failures'>>

export const taskKinds = ['webhook', 'rate_expiry', 'poll', 'batch', 'scenario', 'quote_removal'] as const
export type TaskKind = (typeof taskKinds)[number]

/** Tasks by due time, in a heap: scheduling costs the same however much is waiting. */
export class Agenda {
  #queue = new TinyQueue<Task>([], byDueTime)
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

  /** All waiting tasks, in no order. */
  tasks(): readonly Task[] {
    return this.#queue.data
  }

  clear(): void {
    this.#queue = new TinyQueue<Task>([], byDueTime)
  }
}

function byDueTime(a: Task, b: Task): number {
  return a.dueMs - b.dueMs || a.order - b.order
}
