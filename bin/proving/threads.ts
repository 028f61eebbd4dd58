import { Worker } from 'node:worker_threads'
import type { CaseResult } from '../../src/conformance/proof/proof-case.ts'
import type { Prover } from '../../src/conformance/proof/self-test.ts'
import { proverFile } from './built-code.ts'
import { maxCasesPerThread, type ProverData } from './prover-data.ts'

/** Starts threads that prove cases of the self-test. */
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

/**
 * Returns an object that proves cases in a thread. If the thread ends early, its cases fail, and so the whole self-test
 * fails.
 */
function createProver(worker: Worker): Prover {
  const waiting = new Map<string, { resolve(result: CaseResult): void; reject(error: Error): void }>()
  worker.on('message', (result: CaseResult) => waiting.get(result.name)?.resolve(result))
  let ended: Error | undefined
  const failWaitingCases = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
  }
  worker.on('error', failWaitingCases)
  worker.on('exit', (status) =>
    failWaitingCases(new Error(`A thread of the self-test ended with status ${status}.`)),
  )
  return {
    width: maxCasesPerThread,
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
