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

export type TaskKind = 'webhook' | 'rate_expiry' | 'poll' | 'batch' | 'scenario' | 'quote_removal'

/** Tasks by due time: a binary heap, so that scheduling costs the same however much is waiting. */
export class Agenda {
  readonly #heap: Task[] = []
  #nextOrder = 0

  get size(): number {
    return this.#heap.length
  }

  add({ dueMs, kind, id, order = this.#nextOrder++, failures = 0 }: TaskInput): void {
    this.#heap.push({ dueMs, kind, id, order, failures })
    this.#siftUp(this.#heap.length - 1)
  }

  peek(): Task | undefined {
    return this.#heap[0]
  }

  pop(): Task | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (first === undefined || last === undefined || this.#heap.length === 0) return first
    this.#heap[0] = last
    this.#siftDown()
    return first
  }

  /** All waiting tasks, in no order. */
  tasks(): readonly Task[] {
    return this.#heap
  }

  clear(): void {
    this.#heap.length = 0
  }

  #siftUp(start: number): void {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#swapIfEarlier(index, parent)) return
      index = parent
    }
  }

  #siftDown(): void {
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      const right = left + 1
      const child = this.#isEarlier(right, left) ? right : left
      if (!this.#swapIfEarlier(child, index)) return
      index = child
    }
  }

  #swapIfEarlier(later: number, earlier: number): boolean {
    if (!this.#isEarlier(later, earlier)) return false
    const moved = this.#heap[later]
    const other = this.#heap[earlier]
    if (moved === undefined || other === undefined) return false
    this.#heap[earlier] = moved
    this.#heap[later] = other
    return true
  }

  #isEarlier(a: number, b: number): boolean {
    const first = this.#heap[a]
    const second = this.#heap[b]
    if (first === undefined || second === undefined) return false
    return first.dueMs < second.dueMs || (first.dueMs === second.dueMs && first.order < second.order)
  }
}
