import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isLoopback } from '../../src/local-address.ts'
import { type Check, createFailedCheck, createPassedCheck } from './check.ts'

/**
 * Reports the version of Node. The check always passes, because the command does not start with a version that is too
 * old.
 */
export function checkNode(): Check {
  return createPassedCheck('node', `Node ${process.versions.node} is supported.`)
}

const proxyNames = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']

/** Checks that no environment variable sends requests to a simulator on this machine through a proxy. */
export function checkProxy(url: string, environment: NodeJS.ProcessEnv): Check {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const set = proxyNames.find((name) => environment[name])
  if (set === undefined) return createPassedCheck('proxy', 'No proxy is set.')
  if (!isLoopback(host)) return createPassedCheck('proxy', `${set} is set, and ${host} is another machine.`)
  const exceptions = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')
    .split(',')
    .map((name) => name.trim())
  if (exceptions.includes('*') || exceptions.some((name) => name === host || name.startsWith(`${host}:`)))
    return createPassedCheck('proxy', `${set} is set, and NO_PROXY excepts ${host}.`)
  return createFailedCheck(
    'proxy',
    `${set} is ${hidePassword(environment[set] ?? '')}, and NO_PROXY does not except ${host}: programs that read it send requests to the proxy, not to the simulator.`,
    'Set NO_PROXY=127.0.0.1,localhost where your code runs.',
  )
}

/** Checks that the simulator can write its data file. */
export function checkDataFile(file: string | undefined): Check {
  if (file === undefined)
    return createPassedCheck('data', 'No data file is named with --data, so none was checked.')
  const folder = dirname(resolve(file))
  if (!existsSync(folder))
    return createFailedCheck(
      'data',
      `The folder of the data file, ${folder}, does not exist.`,
      `Create it: mkdir -p ${folder}`,
    )
  if (!existsSync(file))
    return isWritable(folder)
      ? createPassedCheck('data', `The data file ${file} can be created.`)
      : createFailedCheck(
          'data',
          `${folder} is not writable, so the data file cannot be created.`,
          adviseOnDataFile(folder),
        )
  if (!statSync(file).isFile())
    return createFailedCheck(
      'data',
      `${file} is a directory or a device, not a file.`,
      'Name a file with --data.',
    )
  return isWritable(file) && isWritable(folder)
    ? createPassedCheck('data', `The data file ${file} is writable.`)
    : createFailedCheck(
        'data',
        `The data file ${file} or its folder is not writable.`,
        adviseOnDataFile(file),
      )
}

function adviseOnDataFile(path: string): string {
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

/** Replaces the password in the URL of a proxy. */
function hidePassword(text: string): string {
  return text.replace(/:[^:@/]*@/, ':...@')
}
