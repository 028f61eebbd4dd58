import type { TaskKind } from '../time/agenda.ts'

export interface ClockBody {
  readonly now: string
  readonly mode: 'realtime' | 'frozen'
  readonly rate: number
}

export interface AdvancedBody extends ClockBody {
  readonly fired: readonly { readonly at: string; readonly kind: TaskKind; readonly id: string }[]
}
