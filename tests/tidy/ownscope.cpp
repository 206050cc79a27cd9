// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A plugin of clang-tidy's: its matchers visit what stands in our files and not the declarations of
// system headers, whose findings clang-tidy drops in the end. Of a file that includes Qt's that is
// two thirds of the time. `./dev check` first shows with flaws.cpp that nothing of ours is passed
// over.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include <memory>
#include <string>
#include <vector>

namespace {

class OwnScope : public clang::ASTConsumer {
public:
    void HandleTranslationUnit(clang::ASTContext &context) override
    {
        const auto &places = context.getSourceManager();
        std::vector<clang::Decl *> own;
        // Not those of the precompiled head, which are all of system headers: asking for them would
        // read them all.
        for (auto *declaration : context.getTranslationUnitDecl()->noload_decls()) {
            const auto place = declaration->getLocation();
            if (place.isValid() && !places.isInSystemHeader(place))
                own.push_back(declaration);
        }
        context.setTraversalScope(own);
    }
};

class BeforeTheChecks : public clang::PluginASTAction {
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(
        clang::CompilerInstance &, llvm::StringRef) override
    {
        return std::make_unique<OwnScope>();
    }

    bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override
    {
        return true;
    }

    ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<BeforeTheChecks> registered("own-scope", "what is ours");

} // namespace
