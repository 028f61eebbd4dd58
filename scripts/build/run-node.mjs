import { spawnSync } from 'node:child_process'

/** Runs a program with this Node and without a shell. If the program fails, prints `failure` and ends this process. */
export function runNode(failure, words) {
  const { status, signal, error } = spawnSync(process.execPath, words, { stdio: 'inherit' })
  if (status === 0) return
  const reason = error?.message ?? (signal === null ? `it ended with status ${status}` : `${signal} ended it`)
  console.error(`build: ${failure}: ${reason}.`)
  process.exit(status ?? 1)
}
