import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Running processes; they end with the benchmark, however it ends. */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function trackProcess(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts a server; resolves once it prints its URL. */
export async function startServer(words) {
  const child = trackProcess(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }))
  const url = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const found = /listening on (\S+)/.exec(said)
      if (found !== null) resolve(found[1])
    })
    child.once('exit', createError)
    function createError(status) {
      reject(new Error(`${words.join(' ')} ended with ${status}`))
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

/** Runs a script to its end with an input and returns its output. */
export function runForOutput(words, { input = '', env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = trackProcess(
      spawn(process.execPath, words, {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      }),
    )
    child.stdin.end(input)
    let said = ''
    let complained = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    child.stderr.on('data', (text) => {
      complained += text
    })
    child.once('close', (status) =>
      status === 0
        ? resolve(said)
        : reject(new Error(`${words.join(' ')} ended with ${status}\n${complained}`)),
    )
  })
}

/** Runs a script to its end with an input and returns its output, parsed as JSON. */
export async function run(words, input = '') {
  return JSON.parse(await runForOutput(words, { input }))
}

/** Returns the milliseconds of processor time of a process; null if the system does not report them. */
export function cpuMs(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return null
  }
}

/** Returns the memory of a process in MiB; null if the system does not report it. */
export function memoryMiB(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return null
  }
}

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
