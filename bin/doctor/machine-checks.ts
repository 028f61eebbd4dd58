import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isLoopback } from '../../src/local-address.ts'
import { type Check, failedCheck, passedCheck } from './check.ts'

/** Reports the version of Node. An unsupported one has been refused before any command runs. */
export function checkNode(): Check {
  return passedCheck('node', `Node ${process.versions.node} is supported.`)
}

const proxyNames = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']

/** Checks that no proxy variable catches requests to a simulator on this machine. */
export function checkProxy(url: string, environment: NodeJS.ProcessEnv): Check {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const set = proxyNames.find((name) => environment[name])
  if (set === undefined) return passedCheck('proxy', 'No proxy is set.')
  if (!isLoopback(host)) return passedCheck('proxy', `${set} is set, and ${host} is another machine.`)
  const exceptions = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')
    .split(',')
    .map((name) => name.trim())
  if (exceptions.includes('*') || exceptions.some((name) => name === host || name.startsWith(`${host}:`)))
    return passedCheck('proxy', `${set} is set, and NO_PROXY excepts ${host}.`)
  return failedCheck(
    'proxy',
    `${set} is ${withoutPassword(environment[set] ?? '')}, and NO_PROXY does not except ${host}: programs that read it send requests to the proxy, not to the simulator.`,
    'Set NO_PROXY=127.0.0.1,localhost where your code runs.',
  )
}

/** Checks that the simulator can write its data file. */
export function checkDataFile(file: string | undefined): Check {
  if (file === undefined) return passedCheck('data', 'No data file is set: everything is in memory.')
  const folder = dirname(resolve(file))
  if (!existsSync(folder))
    return failedCheck(
      'data',
      `The folder of the data file, ${folder}, does not exist.`,
      `Create it: mkdir -p ${folder}`,
    )
  if (!existsSync(file))
    return isWritable(folder)
      ? passedCheck('data', `The data file ${file} can be created.`)
      : failedCheck(
          'data',
          `${folder} is not writable, so that the data file cannot be created.`,
          dataFileAdvice(folder),
        )
  if (!statSync(file).isFile())
    return failedCheck('data', `The data file ${file} is no file.`, 'Name a file with --data.')
  return isWritable(file) && isWritable(folder)
    ? passedCheck('data', `The data file ${file} is writable.`)
    : failedCheck('data', `The data file ${file} or its folder is not writable.`, dataFileAdvice(file))
}

function dataFileAdvice(path: string): string {
  return `Give the user of the simulator the right to write ${path}, or name another file with --data.`
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Hides the password of a proxy's URL. */
function withoutPassword(text: string): string {
  return text.replace(/:[^:@/]*@/, ':...@')
}
