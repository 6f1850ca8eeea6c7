// SPDX-License-Identifier: Apache-2.0
// plumb-recheck FILE: checks the evidence that `plumb check --certify FILE` has written, with the kernel
// alone.
#include "kernel/certificate.h"
#include "kernel/refutation.h"

#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace {

using plumb::kernel::CertifiedProgram;
using plumb::kernel::CertifiedSubject;

enum ExitCode { Shown = 0, Environment = 1, NoCertificate = 2, NotShown = 4, Bug = 70 };

std::optional<std::string> contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  char buffer[1 << 16];
  while (file && text.size() <= plumb::kernel::certificateLimit) {
    file.read(buffer, sizeof buffer);
    text.append(buffer, static_cast<std::size_t>(file.gcount()));
  }
  return file.eof() || text.size() > plumb::kernel::certificateLimit ? std::optional<std::string>(text)
                                                                     : std::nullopt;
}

/// The first obligation that rests on the word of a solver, if there is one.
std::optional<std::string> firstBelieved(const std::vector<CertifiedProgram> &programs) {
  for (const CertifiedProgram &program : programs)
    for (const CertifiedSubject &subject : program.subjects)
      if (!subject.believed.empty())
        return subject.name + "." + subject.believed.front();
  return std::nullopt;
}

std::string verdictOf(const CertifiedSubject &subject) {
  const std::string count = std::to_string(subject.shown.size()) + " obligations";
  if (subject.isCorrect())
    return ": correct: " + count + ", all that its text calls for\n";
  if (subject.shown.empty())
    return ": nothing re-checked: it holds evidence of no obligation, and names " +
           std::to_string(subject.elsewhere.size()) + " that were not looked at\n";
  return ": logic re-checked, obligations not re-derived: " + count + ", and " +
         std::to_string(subject.elsewhere.size()) + " that were not looked at\n";
}

int recheck(const char *path) {
  const auto text = contents(path);
  if (!text) {
    std::cerr << "plumb-recheck: " << path << ": cannot be read\n";
    return Environment;
  }
  try {
    const std::vector<CertifiedProgram> programs = plumb::kernel::readCertificate(*text);
    if (const auto believed = firstBelieved(programs)) {
      std::cerr << path << ": " << *believed << ": is believed of a solver and has no evidence\n";
      return NotShown;
    }
    std::size_t shown = 0;
    for (const CertifiedProgram &program : programs)
      for (const CertifiedSubject &subject : program.subjects) {
        shown += subject.shown.size();
        std::cout << path << ": " << subject.name << verdictOf(subject);
      }
    if (shown == 0) {
      std::cerr << path << ": holds no evidence of any obligation\n";
      return NotShown;
    }
    return Shown;
  } catch (const plumb::kernel::NotShown &complaint) {
    std::cerr << path << ":" << complaint.what() << "\n";
    return NotShown;
  } catch (const plumb::kernel::Rejected &complaint) {
    std::cerr << path << ":" << complaint.what() << "\n";
    return NoCertificate;
  }
}

} // namespace

int main(int count, char **words) {
  if (count != 2 || std::string(words[1]).starts_with("-")) {
    std::cerr << "usage: plumb-recheck FILE\n";
    return Environment;
  }
  try {
    return recheck(words[1]);
  } catch (const std::exception &failure) {
    std::cerr << "plumb-recheck: " << failure.what() << "\n";
    return Bug;
  }
}
