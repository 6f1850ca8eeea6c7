;;; plumb-mode.el --- Programs of Plumb  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1"))

;;; Commentary:
;; Colours and indentation for files that end in .plumb.  With eglot (M-x eglot; part of Emacs 29) `plumb lsp' adds
;; verdicts, messages, names and the layout.

;;; Code:

(defconst plumb-mode-font-lock
  `((,(regexp-opt '("mechanism" "record" "policy" "public" "sensitive" "allows" "where" "when" "under" "along" "replace" "add" "remove" "data" "channel" "compose" "requires" "adjacency" "guarantees" "claims" "by" "align" "invariant" "if" "else" "for" "while" "output" "announce" "return" "stop" "forall" "exists" "in" "is" "not" "and" "or" "implies" "iff" "div" "mod") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("int" "real" "bool" "size" "query") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("true" "false" "none") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("laplace" "exponential" "neg_exponential" "gumbel" "logistic" "out" "result" "cost" "moved" "top_k" "abs" "min" "max" "argmin" "argmax") 'symbols) . font-lock-builtin-face))
  "Words of the language.")

(defvar plumb-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defun plumb-mode-indent-line ()
  "Two columns for each open brace, and for the clauses of a head."
  (interactive)
  (let* ((start (save-excursion (back-to-indentation) (point)))
         (depth (car (syntax-ppss start)))
         (columns (save-excursion
                    (goto-char start)
                    (cond ((looking-at "}") (* 2 (max 0 (1- depth))))
                          ((and (= depth 0) (looking-at "\\(requires\\|adjacency\\|sample +each\\|guarantees\\|claims\\)\\_>")) 2)
                          (t (* 2 depth))))))
    (if (> (point) start)
        (save-excursion (indent-line-to columns))
      (indent-line-to columns))))

;;;###autoload
(define-derived-mode plumb-mode prog-mode "Plumb"
  "Programs of Plumb."
  (setq-local comment-start "// " comment-end "" indent-tabs-mode nil)
  (setq-local font-lock-defaults '(plumb-mode-font-lock))
  (setq-local indent-line-function #'plumb-mode-indent-line))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.plumb\\'" . plumb-mode))

(with-eval-after-load 'eglot
  (add-to-list (with-no-warnings 'eglot-server-programs) '(plumb-mode . ("plumb" "lsp"))))

(provide 'plumb-mode)
;;; plumb-mode.el ends here
