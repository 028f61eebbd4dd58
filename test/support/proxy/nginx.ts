import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { projectFile } from '../project.ts'

/** Whether nginx is installed, or every test must run. If false, the tests behind nginx are skipped. */
export const hasNginx = process.env['DRYDOCK_TEST_ALL'] === '1' || spawnSync('nginx', ['-v']).status === 0

/** Returns the nginx configurations in docs/team-server.md: the first is for one simulator, the second for several. */
export function readDocumentedSites(): readonly string[] {
  const page = readFileSync(projectFile('docs/team-server.md'), 'utf8')
  return [...page.matchAll(/```nginx run\n([\s\S]*?)```/g)].map(([, site = '']) => site)
}

/**
 * Starts nginx with a documented configuration. `folder` has own.crt and own.key; `addresses` are the simulators that
 * replace 127.0.0.1:4010, 4011 and so on.
 */
export function startNginx(
  site: string,
  place: { readonly folder: string; readonly port: number; readonly addresses: readonly string[] },
): ChildProcess {
  const { folder, port, addresses } = place
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const here = site
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('drydock.example.test', 'localhost')
    .replaceAll('/etc/nginx/drydock', join(folder, 'own'))
    .replaceAll(/127\.0\.0\.1:40(1\d)/g, (_, digits: string) => addresses[Number(digits) - 10] ?? 'unknown')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} ${here} }`,
  )
  return spawn('nginx', ['-p', folder, '-c', file], { stdio: 'inherit' })
}

/** Ends nginx, if it was started, and waits until it has ended. */
export async function stopNginx(nginx: ChildProcess | undefined): Promise<void> {
  if (nginx === undefined || nginx.exitCode !== null) return
  const ended = once(nginx, 'exit')
  nginx.kill('SIGTERM')
  await ended
}

export function chooseFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
