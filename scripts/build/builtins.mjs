import { isBuiltin } from 'node:module'

/**
 * Makes the bundle import the default export of every built-in module. If an old Node lacks a named export, importing it
 * would be a SyntaxError before the check of Node's version could run.
 */
export const builtinsByDefault = {
  name: 'builtins by default',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind, namespace }) => {
      if (kind !== 'import-statement' || !isBuiltin(path)) return undefined
      const name = path.replace(/^(?!node:)/, 'node:')
      return namespace === 'builtin'
        ? { path: name, external: true }
        : { path: name, namespace: 'builtin', sideEffects: false }
    })
    build.onLoad({ filter: /^/, namespace: 'builtin' }, async ({ path }) => ({
      contents: [
        `import whole from '${path}'`,
        'export default whole',
        ...Object.keys(await import(path))
          .filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name))
          .map(
            (name) =>
              `const its_${name} = /* @__PURE__ */ (() => whole.${name})(); export { its_${name} as ${name} }`,
          ),
      ].join('\n'),
    }))
  },
}
