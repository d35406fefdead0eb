import './lib/theme.css'

import { mount } from 'svelte'

import App from './App.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('index.html must hold an element with the id "app"')

export default mount(App, { target })
