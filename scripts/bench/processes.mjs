import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The running child processes. The benchmark ends them when it ends, even if it fails. */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function trackProcess(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts a server and resolves once it prints its URL. */
export async function startServer(words) {
  const child = trackProcess(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }))
  const url = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      const found = /listening on (\S+)/.exec(output)
      if (found !== null) resolve(found[1])
    })
    child.once('exit', createError)
    function createError(status) {
      reject(new Error(`node ${words.join(' ')} ended with status ${status} before it printed its URL`))
    }
  })
  return {
    url,
    pid: child.pid,
    stop: () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs a script with an input on stdin to its end, and returns its output. */
export function runForOutput(words, { input = '', env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = trackProcess(
      spawn(process.execPath, words, {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      }),
    )
    child.stdin.end(input)
    let output = ''
    let problems = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      problems += text
    })
    child.once('close', (status) =>
      status === 0
        ? resolve(output)
        : reject(new Error(`node ${words.join(' ')} ended with status ${status}\n${problems}`)),
    )
  })
}

/** Runs a script with an input on stdin to its end, and returns its output, parsed as JSON. */
export async function runForJson(words, input = '') {
  return JSON.parse(await runForOutput(words, { input }))
}

/** Returns the milliseconds of processor time of a process; null if the system does not report them. */
export function readProcessorMs(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return null
  }
}

/** Returns the memory of a process in MiB; null if the system does not report it. */
export function readMemoryMiB(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return null
  }
}

export function findMedian(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
