import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The server a page in development talks to: `paiju serve`, wherever it runs.
const SERVER = process.env.PAIJU_SERVER ?? 'http://127.0.0.1:8000'

// The bundle ships inside the wheel, so it is built straight into the Python package. The base is
// relative: a table may be served below any path of a reverse proxy.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../src/paiju/server/static',
    emptyOutDir: true,
    target: 'es2022',
  },
  server: { proxy: { '/ws': { target: SERVER, ws: true }, '/rules': SERVER } },
  // Components under test run as in a browser, not as rendered on a server.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    // One window for the files of a process, which they leave as they found it: to make one takes
    // longer than most of the tests.
    isolate: false,
    restoreMocks: true,
    // No test may fail because the machine was busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    include: ['src/**/*.test.ts'],
  },
}))
