;;; emacs.el --- What somebody sees in Emacs  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:
;; Told by emacs.py, which starts Emacs without a screen.  Each test that fails ends Emacs with an error.

;;; Code:

(require 'plumb-mode)
(require 'cl-lib)

(defun face-of (words &optional nth)
  "The face of the NTH place where WORDS stand alone."
  (goto-char (point-min))
  (dotimes (_ (1+ (or nth 0)))
    (re-search-forward (concat "\\_<" (regexp-quote words) "\\_>")))
  (get-text-property (match-beginning 0) 'face))

(defun expect (what is wanted)
  "Say WHAT is wrong if IS differs from what is WANTED."
  (unless (equal is wanted)
    (error "%s: %S in the place of %S" what is wanted)))

(defun without-margin (text)
  "TEXT with the first column of each line at the very left, and without space at the ends of lines."
  (replace-regexp-in-string "[ \t]+$" "" (replace-regexp-in-string "^[ \t]+" "" text)))

(defun colours ()
  "Words, comments and names have the faces that they should have."
  (find-file (expand-file-name "examples/svt/asymmetric_svt.plumb" (getenv "ROOT")))
  (expect "the mode of a .plumb file" major-mode 'plumb-mode)
  (font-lock-ensure)
  (dolist (one '(("mechanism" . font-lock-keyword-face) ("align" . font-lock-keyword-face)
                 ("guarantees" . font-lock-keyword-face) ("query" . font-lock-type-face)
                 ("exponential" . font-lock-builtin-face) ("out" . font-lock-builtin-face) ("lam" . nil)))
    (goto-char (point-min))
    (re-search-forward "^mechanism")
    (narrow-to-region (match-beginning 0) (point-max))
    (expect (car one) (face-of (car one)) (cdr one))
    (widen))
  (goto-char (point-min))
  (expect "a comment" (get-text-property (point) 'face) 'font-lock-comment-delimiter-face)
  (with-temp-buffer
    (plumb-mode)
    (insert "/* mechanism */ x // align\ny := 1\n")
    (font-lock-ensure)
    (expect "a word within a comment" (face-of "mechanism") 'font-lock-comment-face)
    (expect "a word behind slashes" (face-of "align") 'font-lock-comment-face)
    (expect "a name" (face-of "y") nil)))

(defun layout ()
  "Lines that begin at the left are indented as `plumb format' lays them out."
  (dolist (file (directory-files (expand-file-name "examples/svt" (getenv "ROOT")) t "\\.plumb\\'"))
    (let ((written (with-temp-buffer (insert-file-contents file) (buffer-string))))
      (with-temp-buffer
        (insert (without-margin written))
        (plumb-mode)
        (let ((inhibit-message t))
          (indent-region (point-min) (point-max)))
        ;; Lines that go on from the one above keep their columns, and comments are their author's.
        (let ((lines (split-string (buffer-string) "\n")))
          (cl-mapc (lambda (is wanted)
                     (when (string-match-p "^ *\\(}\\|if \\|for \\|output \\|requires \\|adjacency \\|guarantees \\|claims \\|mechanism \\|[a-z_0-9]+ \\(:=\\|~\\)\\)" wanted)
                       (expect (file-name-nondirectory file) (replace-regexp-in-string "[ \t]+$" "" is)
                               (replace-regexp-in-string "[ \t]+$" "" wanted))))
                   lines (split-string written "\n")))))))

(defun typed ()
  "What is typed line by line is indented, and comments are made and unmade."
  (with-temp-buffer
    (plumb-mode)
    (dolist (line '("mechanism m(eps: real, f: query)" "guarantees private(eps)" "{" "for i in 0 .. 3 {" "output 1" "}" "}"))
      (insert line)
      (indent-according-to-mode)
      (end-of-line)
      (insert "\n"))
    (expect "typed" (buffer-string)
            "mechanism m(eps: real, f: query)\n  guarantees private(eps)\n{\n  for i in 0 .. 3 {\n    output 1\n  }\n}\n")
    (let ((before (buffer-string)))
      (comment-region (point-min) (point-max))
      (expect "commented" (string-prefix-p "// mechanism" (buffer-string)) t)
      (uncomment-region (point-min) (point-max))
      (expect "uncommented" (buffer-string) before))))

(defun server ()
  "Eglot, where there is one, is told of the server."
  (when (require 'eglot nil t)
    (expect "the server" (cdr (assq 'plumb-mode (symbol-value 'eglot-server-programs))) '("plumb" "lsp"))))

(byte-compile-file (expand-file-name "editors/emacs/plumb-mode.el" (getenv "FOLDER")))
(colours)
(layout)
(typed)
(server)
(message "Emacs %s: colours, layout and comments are as they should be" emacs-version)

;;; emacs.el ends here
