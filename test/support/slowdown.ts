import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const rounds = 5

/**
 * Returns how many times slower this machine works now than the machine in test/processor-time.json; 1 if it is faster.
 * Tests multiply a bound in milliseconds by this factor.
 */
export async function measureSlowdown(): Promise<number> {
  const { fixedWorkMs } = JSON.parse(readFileSync('test/processor-time.json', 'utf8'))
  let leastMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/fixed-work.mjs'])
    leastMs = Math.min(leastMs, Number(stdout))
  }
  return Math.max(1, leastMs / fixedWorkMs)
}
