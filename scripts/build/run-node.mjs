import { spawnSync } from 'node:child_process'

/**
 * Runs a program with this Node, which needs no shell on any system. If it fails, prints the reason and ends
 * the process.
 */
export function runNode(failure, words) {
  const { status, signal, error } = spawnSync(process.execPath, words, { stdio: 'inherit' })
  if (status === 0) return
  const reason = error?.message ?? (signal === null ? `it ended with status ${status}` : `${signal} ended it`)
  console.error(`build: ${failure}: ${reason}.`)
  process.exit(status ?? 1)
}
