" SPDX-License-Identifier: Apache-2.0
" Colours of a program that no server colours.
if exists('b:current_syntax')
  finish
endif
syntax keyword plumbKeyword mechanism record policy public sensitive allows where when under along replace add remove data channel compose requires adjacency guarantees claims by align invariant if else for while output announce return stop forall exists in is not and or implies iff div mod
syntax keyword plumbType int real bool size query
syntax keyword plumbConstant true false none
syntax keyword plumbLaw laplace exponential neg_exponential gumbel logistic
syntax keyword plumbFunction out result cost moved top_k abs min max argmin argmax
syntax keyword plumbWord private ldp uldp osldp decreasing increasing changes one of on count sum from to let map times
syntax match plumbNumber /\<\d\+\(\.\d\+\)\?\>/
syntax match plumbOperator /:=\|\~\|->\|\.\./
syntax match plumbComment +//.*$+ contains=@Spell
syntax region plumbComment start=+/\*+ end=+\*/+ contains=@Spell
highlight default link plumbKeyword Keyword
highlight default link plumbType Type
highlight default link plumbConstant Constant
highlight default link plumbLaw Function
highlight default link plumbFunction Function
highlight default link plumbWord Identifier
highlight default link plumbNumber Number
highlight default link plumbOperator Operator
highlight default link plumbComment Comment
let b:current_syntax = 'plumb'
