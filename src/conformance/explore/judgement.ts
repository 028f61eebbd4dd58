import type { Finding, Judgement } from './judge.ts'

/** Nothing of this step is the judge's business. */
export function ignored<Memory>(memory: Memory): Judgement<Memory> {
  return { memories: [memory], findings: [], judged: 0 }
}

/** It is not known which of these is so: what is seen later will tell. */
export function either<Memory>(...memories: readonly [Memory, ...Memory[]]): Judgement<Memory> {
  return { memories, findings: [], judged: 0 }
}

/** Nothing wrong where there are no findings. */
export function verdict<Memory>(
  memory: Memory,
  { findings, judged: count }: { readonly findings: readonly Finding[]; readonly judged: number },
): Judgement<Memory> {
  return { memories: [memory], findings, judged: count }
}
