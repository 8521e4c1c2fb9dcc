# Variants of real crashes: the declared names are changed, and assertions of another real case, with names of its own, stand
# before those of the case.
import sys; sys.path.insert(0,'../hunt')
from lib import *
import csv,shutil
X={x['solver']+'/'+os.path.basename(x['file']):x for x in M}
rows={r['case']:r for r in csv.DictReader(open('alone2/results.csv'))}
by={l['group']:l['by'] for l in csv.DictReader(open('alone2/groups.csv'))}
def names(cs):
    return sorted({m.group(1) for c in cs for m in [re.match(r'\(\s*(?:declare|define)-(?:const|fun|sort|fun-rec)\s+([^\s()|]+)',c)] if m},key=len,reverse=True)
def renamed(t,ns,suffix):
    if not ns: return t
    pat=re.compile(r'(?<![\w!@#$%^&*+=<>.?/~-])('+'|'.join(map(re.escape,ns))+r')(?![\w!@#$%^&*+=<>.?/~-])')
    return pat.sub(lambda m:m.group(1)+suffix,t)
noise=[]
for k,x in X.items():
    if 2000<x['bytes']<20000 and k.endswith('.smt2'):
        cs=sexprs(open(C+x['file'],errors='replace').read())
        cs=[c for c in cs if re.match(r'\(\s*(declare-(const|fun)|define-fun|assert)\b',c)]
        if 5<len(cs)<400 and not any('declare-sort' in c for c in cs): noise.append((k,cs))
done=[]
shutil.rmtree('var',ignore_errors=True)
for k,r in sorted(rows.items()):
    f=r['signature_after'] or r['signature']
    if by.get(r['group']) not in('crash place','message') or 'checkModel' in f or 'Expected result' in f or k.startswith('composed') or not k.endswith('.smt2') or '/composed' in k: continue
    x=X[k]; cs=sexprs(open(C+x['file'],errors='replace').read())
    ns=names(cs); n=0
    for nk,ncs in sorted(noise,key=lambda p:hash((k,p[0])) if False else (len(k)*7919+sum(map(ord,p[0])))%997):
        if nk==k or n>=2: continue
        body=[renamed(c,names(ncs),'_n') for c in ncs]
        own=[renamed(c,ns,'_v') for c in cs]
        first=next((i for i,c in enumerate(own) if re.match(r'\(\s*(declare|define|assert)',c)),None)
        if first is None: break
        t='\n'.join(own[:first]+body+own[first:])+'\n'
        open('v.smt2','w').write(t)
        o,rc,_,_=run([S+x['solver']]+x['args']+['v.smt2'],4)
        o0,rc0,_,_=run([S+x['solver']]+x['args']+[C+x['file']],4)
        if rc==rc0 and rc<0 or rc==rc0==134:
            d='var/'+os.path.dirname(k); os.makedirs(d,exist_ok=True)
            b=os.path.basename(k)[:-5]+'-v%d.smt2'%n
            shutil.copy('v.smt2',d+'/'+b); done.append((os.path.dirname(k)+'/'+b,k)); n+=1
            if n>=1: break
json.dump(done,open('variants.json','w'))
firsts=sorted({k for _,k in done}); seconds=[v for v,_ in done]
ss=sorted({x['solver'] for x in M})
def write(d,ks):
    shutil.rmtree(d,ignore_errors=True); os.makedirs(d); out=[]
    for c in firsts+seconds:
        k=c if c in firsts else dict(done)[c]
        s=k.split('/')[0]
        if c in ks:
            os.makedirs(d+'/'+s,exist_ok=True); shutil.copy(C+X[c]['file'] if c in X else 'var/'+c,d+'/'+c)
        out.append('[[case]]\nglob = %s\nsolver = "%s"\narguments = %s\n'%(json.dumps(c),s,json.dumps(X[k]['args'])))
    open(d+'/smelt.toml','w').write('\n'.join('[solver."%s"]\ncommand = ["/work/solvers/%s"]\n'%(s,s) for s in ss)+'\n'+'\n'.join(out))
write('vk',set(firsts)); write('vall',set(seconds))
json.dump([firsts,seconds],open('vsplit.json','w')); print(len(firsts),len(seconds))
