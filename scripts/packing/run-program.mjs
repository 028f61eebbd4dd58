import { spawn } from 'node:child_process'

/**
 * Runs a program and resolves with its exit status and its output, stdout and stderr together. The status is null if the
 * program did not start or ran longer than `timeLimitMs`.
 */
export function runProgram([program, ...words], { cwd, env = process.env, timeLimitMs = 120_000 } = {}) {
  return new Promise((done) => {
    const child = spawn(program, words, { cwd, env, timeout: timeLimitMs, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', ({ message }) => done({ status: null, output: message }))
    child.on('close', (status) => done({ status, output }))
  })
}
