" SPDX-License-Identifier: Apache-2.0
" Programs of Plumb, in Vim and Neovim; Neovim starts `plumb lsp` for them as well.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal expandtab shiftwidth=2 softtabstop=2 commentstring=//\ %s comments=://
let b:undo_ftplugin = 'setlocal expandtab< shiftwidth< softtabstop< commentstring< comments<'
if has('nvim-0.7')
  lua require('plumb').start()
endif
