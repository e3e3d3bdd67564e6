package main

import (
	"sync"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// propertyCollector adds what the library lacks and vCenter does: pages of maxObjects with single-use tokens, and one
// unknown path failing the whole request.
type propertyCollector struct {
	simulator.PropertyCollector
	guard sync.Mutex
	rest  map[string]remainder
}

type remainder struct {
	objects []types.ObjectContent
	size    int
}

func newPropertyCollector(ref types.ManagedObjectReference) *propertyCollector {
	p := &propertyCollector{rest: map[string]remainder{}}
	p.Self = ref
	return p
}

func (p *propertyCollector) RetrievePropertiesEx(ctx *simulator.Context, req *types.RetrievePropertiesEx) soap.HasFault {
	answer := p.PropertyCollector.RetrievePropertiesEx(ctx, req).(*methods.RetrievePropertiesExBody)
	if answer.Fault() != nil {
		return answer
	}
	result := answer.Res.Returnval
	if path, unknown := unknownPath(result.Objects); unknown {
		return &methods.RetrievePropertiesExBody{Fault_: simulator.Fault("", &types.InvalidProperty{Name: path})}
	}
	result.Objects, result.Token = p.page(remainder{result.Objects, int(req.Options.MaxObjects)})
	return answer
}

func (p *propertyCollector) ContinueRetrievePropertiesEx(_ *simulator.Context, req *types.ContinueRetrievePropertiesEx) soap.HasFault {
	body := new(methods.ContinueRetrievePropertiesExBody)
	rest, known := p.take(req.Token)
	if !known {
		body.Fault_ = simulator.Fault("", &types.InvalidArgument{InvalidProperty: "token"})
		return body
	}
	body.Res = new(types.ContinueRetrievePropertiesExResponse)
	body.Res.Returnval.Objects, body.Res.Returnval.Token = p.page(rest)
	return body
}

func (p *propertyCollector) CancelRetrievePropertiesEx(_ *simulator.Context, req *types.CancelRetrievePropertiesEx) soap.HasFault {
	body := new(methods.CancelRetrievePropertiesExBody)
	if _, known := p.take(req.Token); !known {
		body.Fault_ = simulator.Fault("", &types.InvalidProperty{Name: "token"})
		return body
	}
	body.Res = new(types.CancelRetrievePropertiesExResponse)
	return body
}

func (p *propertyCollector) page(r remainder) ([]types.ObjectContent, string) {
	if r.size <= 0 || len(r.objects) <= r.size {
		return r.objects, ""
	}
	token := uuid.New().String()
	p.guard.Lock()
	defer p.guard.Unlock()
	p.rest[token] = remainder{r.objects[r.size:], r.size}
	return r.objects[:r.size], token
}

func (p *propertyCollector) take(token string) (remainder, bool) {
	p.guard.Lock()
	defer p.guard.Unlock()
	rest, known := p.rest[token]
	delete(p.rest, token)
	return rest, known
}

func unknownPath(objects []types.ObjectContent) (string, bool) {
	for _, object := range objects {
		for _, missing := range object.MissingSet {
			if _, invalid := missing.Fault.Fault.(*types.InvalidProperty); invalid {
				return missing.Path, true
			}
		}
	}
	return "", false
}
