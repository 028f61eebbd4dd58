import { Worker } from 'node:worker_threads'
import type { CaseResult } from '../../src/conformance/proof/proof-case.ts'
import type { Prover } from '../../src/conformance/proof/self-test.ts'
import { proverFile } from './built-code.ts'
import { type ProverData, proverWidth } from './prover-data.ts'

/** Starts prover threads. */
export function startThreads(
  count: number,
  data: ProverData,
): { readonly provers: readonly Prover[]; close(): Promise<void> } {
  const workers = Array.from({ length: count }, () => new Worker(proverFile, { workerData: data }))
  return {
    provers: workers.map(createProver),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** If a thread ends early, the cases it was running fail, and with them the whole proof. */
function createProver(worker: Worker): Prover {
  const waiting = new Map<string, { resolve(result: CaseResult): void; reject(error: Error): void }>()
  worker.on('message', (result: CaseResult) => waiting.get(result.name)?.resolve(result))
  let ended: Error | undefined
  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
  }
  worker.on('error', end)
  worker.on('exit', (status) => end(new Error(`A prover thread ended with status ${status}.`)))
  return {
    width: proverWidth,
    prove: async (name) => {
      if (ended !== undefined) throw ended
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(name, { resolve, reject })
          worker.postMessage(name)
        })
      } finally {
        waiting.delete(name)
      }
    },
  }
}
